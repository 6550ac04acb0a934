/** A row tells all that a user has read of a conversation; without one the watermark of the channel, or of the user, does. */
export interface ReadStateTable {
  user_id: number
  conversation_id: number
  /** `IdRanges` as text. */
  ranges: string
  /** Everything up to this message is in `ranges`; -1 for nothing. */
  floor: number
}

export interface ReadingFamily {
  read_state: ReadStateTable
}
