export interface AlertWords {
  /** The ids of the users one of whose words stands in the text as a whole word, in ascending order. */
  find(text: string): number[]
}
