export { config as default } from "./lint/config.js";
