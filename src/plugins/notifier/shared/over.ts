import type { Notice } from "../../../slots/notifier.ts";

/** How a notice reads once its cause is gone. */
export const over = (notice: Notice): Notice => ({ ...notice, title: `✓ over · ${notice.title}` });
