/**
 * The only chance there is. A stream is named by its seed and its path of forks, never by how often a sibling was drawn
 * from, so that one more draw in one part of the world leaves all others as they were.
 */
import { hash53 } from "./hash.ts";

export class Random {
  private readonly path: string;
  private a: number;
  private b: number;
  private c: number;
  private counter: number;

  constructor(path: string | number) {
    this.path = String(path);
    this.a = hash53(this.path, 1) | 0;
    this.b = hash53(this.path, 2) | 0;
    this.c = hash53(this.path, 3) | 0;
    this.counter = 1;
    for (let warmUp = 0; warmUp < 12; warmUp += 1) this.next();
  }

  fork(name: string): Random {
    return new Random(`${this.path}/${name}`);
  }

  /** sfc32: 32 bits a call. */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + sum) | 0;
    return sum >>> 0;
  }

  fraction(): number {
    return this.next() / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return probability > 0 && this.fraction() < probability;
  }

  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.fraction() * list.length)];
  }

  /** Picks from a list that is known not to be empty. */
  oneOf<T>(list: readonly [T, ...T[]]): T {
    return list[Math.floor(this.fraction() * list.length)] ?? list[0];
  }

  /** The key of one entry, each as likely as its weight. At least one weight is above nought. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    let total = 0;
    for (const key in weights) total += weights[key];
    let left = this.fraction() * total;
    let last: K | undefined;
    for (const key in weights) {
      if (weights[key] <= 0) continue;
      last = key;
      left -= weights[key];
      if (left < 0) return key;
    }
    if (last === undefined) throw new Error("nothing to choose from: every weight is nought");
    return last;
  }
}
