import * as z from "zod";

/** A point in time as ISO 8601 in UTC. Moments that facts carry stand still while the machine slept. */
export const moment = z.iso.datetime().meta({ description: "ISO 8601, UTC" });
