/** Things that an archive does not say, and whoever imports it does. */
export interface ReadOptions {
  /** Name of the organization. */
  readonly name?: string
  /** Address of the person who shall own it. */
  readonly owner?: string
  /** True if channels whose readers the archive does not tell shall be public. */
  readonly public?: true
}
