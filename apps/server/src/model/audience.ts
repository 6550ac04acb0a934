/**
 * Who gets an event: the union of what is given, less `except`. Large groups are named rather than listed, so that an
 * event's row does not grow with them; who belongs to them is decided as of the event's place in the log.
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
