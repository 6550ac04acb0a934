export interface Linkifiers {
  readonly patterns: readonly never[]
}
