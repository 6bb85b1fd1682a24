import type { Notice } from "../../../slots/notifier.ts";

/** How a notice reads once its cause is gone. */
export const describeOver = (notice: Notice): Notice => ({ ...notice, title: `✓ over · ${notice.title}` });
