/**
 * Users who get an event: the union of all parts, less `except`. Large groups are named and not listed, so that a row
 * does not grow with them. Their members are those at the event's place in the log.
 */
export interface Audience {
  readonly users?: readonly number[]
  /** All users of the organization. */
  readonly everyone?: true
  /** All users but guests. */
  readonly members?: true
  /** The subscribers of these channels. */
  readonly channels?: readonly number[]
  /** The users who received this channel message. */
  readonly received?: { readonly channel: number; readonly message: number }
  readonly except?: readonly number[]
}

export const nobody: Audience = {}
