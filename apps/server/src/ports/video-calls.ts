/** A service for video calls did not do what it was asked for. The message says why, for the log; it names no secret. */
export class VideoCallFailure extends Error {
  override readonly name = 'VideoCallFailure'
}

/** A meeting of BigBlueButton. */
export interface Meeting {
  readonly id: string
  readonly name: string
  /** True keeps the viewers' cameras off. */
  readonly isVoiceOnly: boolean
}

/** Methods reject with a VideoCallFailure. */
export interface BigBlueButton {
  /**
   * Starts a meeting, unless it has begun, and returns the address at which one person joins it. A meeting that ended
   * starts again.
   */
  join(meeting: Meeting, person: { readonly name: string; readonly isModerator: boolean }): Promise<string>
}

export interface NextcloudTalk {
  /** Creates a room that everybody may join, and returns its address. */
  createRoom(name: string): Promise<string>
}

export interface ConstructorGroups {
  /** Returns the address of a person's room, which is created at the first time. */
  roomOf(person: { readonly email: string; readonly name: string }): Promise<string>
}

/** Services for video calls; undefined for one that is not set up. */
export interface VideoCalls {
  readonly bigBlueButton: BigBlueButton | undefined
  readonly nextcloudTalk: NextcloudTalk | undefined
  readonly constructorGroups: ConstructorGroups | undefined
}
