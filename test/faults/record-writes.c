/*
 * Loaded before libc (LD_PRELOAD), it writes down what a program does to the files below one folder, in order: what a
 * power cut may leave of them is worked out from that. The program itself notices nothing.
 *
 * AO_RECORD_ROOT: the folder. AO_RECORD_LOG: where the records go. A record: op, length of path, length of data, offset,
 * then path and data. Each call is recorded after it succeeded, and before its caller hears of it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OP_CREATE = 1, OP_WRITE, OP_TRUNCATE, OP_SYNC, OP_RENAME, OP_UNLINK, OP_MKDIR };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_fd = -2;
static const char *root;
static size_t root_length;

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = dlsym(RTLD_NEXT, #name)

static int is_recording(void) {
  if (log_fd != -2) return log_fd >= 0;
  const char *file = getenv("AO_RECORD_LOG");
  root = getenv("AO_RECORD_ROOT");
  root_length = root ? strlen(root) : 0;
  log_fd = file && root ? (int)syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
  return log_fd >= 0;
}

static int is_below(const char *path) {
  return strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || path[root_length] == 0);
}

static void record(uint32_t op, const char *path, uint64_t offset, const void *data, uint64_t length) {
  struct { uint32_t op, path_length; uint64_t data_length, offset; } head = {op, (uint32_t)strlen(path), length, offset};
  struct iovec parts[3] = {{&head, sizeof head}, {(void *)path, head.path_length}, {(void *)data, length}};
  pthread_mutex_lock(&lock);
  if (syscall(SYS_writev, log_fd, parts, 3) < 0) abort();
  pthread_mutex_unlock(&lock);
}

/* The path of an open file, by now; 0 when it is none of ours. */
static int path_of(int fd, char *path) {
  if (!is_recording() || fd == log_fd) return 0;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static int whole_path(int folder, const char *name, char *path) {
  if (!is_recording()) return 0;
  if (name[0] == '/') snprintf(path, PATH_MAX, "%s", name);
  else if (folder == AT_FDCWD) {
    if (!getcwd(path, PATH_MAX)) return 0;
    strncat(path, "/", PATH_MAX - strlen(path) - 1);
    strncat(path, name, PATH_MAX - strlen(path) - 1);
  } else {
    if (!path_of(folder, path)) return 0;
    strncat(path, "/", PATH_MAX - strlen(path) - 1);
    strncat(path, name, PATH_MAX - strlen(path) - 1);
  }
  return is_below(path);
}

static int opened(int fd, int existed, int flags, const char *path) {
  if (fd < 0) return fd;
  if (!existed) record(OP_CREATE, path, 0, "", 0);
  else if (flags & O_TRUNC) record(OP_TRUNCATE, path, 0, "", 0);
  return fd;
}

static int exists(const char *path) {
  struct stat about;
  return syscall(SYS_newfstatat, AT_FDCWD, path, &about, 0) == 0;
}

#define OPEN_BODY(call) \
  va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest); \
  char path[PATH_MAX]; \
  int ours = (flags & (O_CREAT | O_TRUNC)) && whole_path(folder, name, path); \
  int existed = ours && exists(path); \
  int fd = call; \
  return ours ? opened(fd, existed, flags, path) : fd;

int open(const char *name, int flags, ...) { REAL(int, open, const char *, int, ...); int folder = AT_FDCWD; OPEN_BODY(real(name, flags, mode)) }
int open64(const char *name, int flags, ...) { REAL(int, open64, const char *, int, ...); int folder = AT_FDCWD; OPEN_BODY(real(name, flags, mode)) }
int openat(int folder, const char *name, int flags, ...) { REAL(int, openat, int, const char *, int, ...); OPEN_BODY(real(folder, name, flags, mode)) }

static uint64_t end_of(int fd) {
  if (fcntl(fd, F_GETFL) & O_APPEND) {
    struct stat about;
    return fstat(fd, &about) == 0 ? (uint64_t)about.st_size : 0;
  }
  return (uint64_t)lseek(fd, 0, SEEK_CUR);
}

ssize_t write(int fd, const void *data, size_t length) {
  REAL(ssize_t, write, int, const void *, size_t);
  char path[PATH_MAX];
  int ours = path_of(fd, path);
  uint64_t at = ours ? end_of(fd) : 0;
  ssize_t done = real(fd, data, length);
  if (ours && done > 0) record(OP_WRITE, path, at, data, (uint64_t)done);
  return done;
}

static ssize_t written(int fd, const void *data, ssize_t done, off_t at) {
  char path[PATH_MAX];
  if (done > 0 && path_of(fd, path)) record(OP_WRITE, path, (uint64_t)at, data, (uint64_t)done);
  return done;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t at) {
  REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
  return written(fd, data, real(fd, data, length, at), at);
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at) {
  REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
  return written(fd, data, real(fd, data, length, at), at);
}

static int truncated(int fd, int done, off_t length) {
  char path[PATH_MAX];
  if (done == 0 && path_of(fd, path)) record(OP_TRUNCATE, path, (uint64_t)length, "", 0);
  return done;
}

int ftruncate(int fd, off_t length) { REAL(int, ftruncate, int, off_t); return truncated(fd, real(fd, length), length); }
int ftruncate64(int fd, off64_t length) { REAL(int, ftruncate64, int, off64_t); return truncated(fd, real(fd, length), length); }

static int synced(int fd, int done) {
  char path[PATH_MAX];
  if (done == 0 && path_of(fd, path)) record(OP_SYNC, path, 0, "", 0);
  return done;
}

int fsync(int fd) { REAL(int, fsync, int); return synced(fd, real(fd)); }
int fdatasync(int fd) { REAL(int, fdatasync, int); return synced(fd, real(fd)); }

int rename(const char *from, const char *to) {
  REAL(int, rename, const char *, const char *);
  char path[PATH_MAX], other[PATH_MAX];
  int ours = whole_path(AT_FDCWD, from, path) && whole_path(AT_FDCWD, to, other);
  int done = real(from, to);
  if (done == 0 && ours) record(OP_RENAME, path, 0, other, strlen(other));
  return done;
}

static int unlinked(int ours, const char *path, int done) {
  if (done == 0 && ours) record(OP_UNLINK, path, 0, "", 0);
  return done;
}

int unlink(const char *name) {
  REAL(int, unlink, const char *);
  char path[PATH_MAX];
  int ours = whole_path(AT_FDCWD, name, path);
  return unlinked(ours, path, real(name));
}

int unlinkat(int folder, const char *name, int flags) {
  REAL(int, unlinkat, int, const char *, int);
  char path[PATH_MAX];
  int ours = whole_path(folder, name, path);
  return unlinked(ours, path, real(folder, name, flags));
}

int mkdir(const char *name, mode_t mode) {
  REAL(int, mkdir, const char *, mode_t);
  char path[PATH_MAX];
  int ours = whole_path(AT_FDCWD, name, path);
  int done = real(name, mode);
  if (done == 0 && ours) record(OP_MKDIR, path, 0, "", 0);
  return done;
}
