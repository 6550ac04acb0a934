/**
 * Everything that a user has read of a conversation. Without a row, the watermark of the channel, or of the user,
 * decides.
 */
export interface ReadStateTable {
  user_id: number
  conversation_id: number
  /** `IdRanges` as text. */
  ranges: string
  /** All messages up to this one are in `ranges`; -1 for an empty floor. */
  floor: number
}

export interface ReadingFamily {
  read_state: ReadStateTable
}
