/** Theme and density: the reader's own, kept in this browser. */
import { createStore } from "../lib/external-store.ts";
import { keep, readKept } from "./kept.ts";

export type Theme = "system" | "light" | "dark";
export type Density = "roomy" | "normal" | "compact";
export type Preferences = { readonly theme: Theme; readonly density: Density };

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const DENSITIES: readonly Density[] = ["roomy", "normal", "compact"];
const dark = matchMedia("(prefers-color-scheme: dark)");

export const tastes = createStore<Preferences>({
  theme: THEMES.find((theme) => theme === readKept("theme")) ?? "system",
  density: DENSITIES.find((density) => density === readKept("density")) ?? "normal",
});

export function applyTastes(): void {
  const { theme, density } = tastes.get();
  const { dataset } = document.documentElement;
  dataset["theme"] = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
  dataset["density"] = density;
}

dark.addEventListener("change", applyTastes);

export function setTastes(change: Partial<Preferences>): void {
  tastes.set({ ...tastes.get(), ...change });
  const { theme, density } = tastes.get();
  keep("theme", theme);
  keep("density", density);
  applyTastes();
}

export function switchTheme(): void {
  setTastes({ theme: document.documentElement.dataset["theme"] === "dark" ? "light" : "dark" });
}

export function switchDensity(): void {
  const at = DENSITIES.indexOf(tastes.get().density);
  setTastes({ density: DENSITIES[(at + 1) % DENSITIES.length] ?? "normal" });
}
