import { configFor } from "./lint/config.js";

export default configFor(import.meta.dirname);
