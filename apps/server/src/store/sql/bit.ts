/** A truth value as both engines keep it. */
export type Bit = 0 | 1
