import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: "../dist/dashboard",
    emptyOutDir: true,
    chunkSizeWarningLimit: 1_000,
    // Else a slow machine's first `ao` prints where the build spent its time.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
