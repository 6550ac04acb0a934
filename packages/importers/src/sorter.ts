/** Sorts more than the memory holds. */
export interface Sorter {
  /**
   * Yields all items in the order of their times, those of one time in the order in which they came. Items are values of
   * JSON.
   */
  inOrder<T>(items: AsyncIterable<readonly [time: number, item: T]>): AsyncIterable<T>
}
