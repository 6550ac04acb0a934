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

/** Tokens of a person who has connected their Webex account. */
export interface WebexTokens {
  readonly access: string
  readonly refresh: string
  /** UNIX seconds at which `access` ends. */
  readonly accessEndsAt: number
}

/** Webex no longer accepts a person's tokens, or the code for them. */
export class WebexRefusal extends Error {
  override readonly name = 'WebexRefusal'
}

/** Methods reject with a WebexRefusal where they say so, and otherwise with a VideoCallFailure. */
export interface Webex {
  /** Address at which a person lets this server create meetings; Webex leads them back with `state`. */
  authorizeUrl(request: { readonly redirectUri: string; readonly state: string }): string
  /** Exchanges the code of a person who came back. `now` is UNIX seconds. Rejects with a WebexRefusal for a wrong code. */
  exchange(code: string, redirectUri: string, now: number): Promise<WebexTokens>
  /** Rejects with a WebexRefusal if the connection has ended. */
  refresh(tokens: WebexTokens, now: number): Promise<WebexTokens>
  /** Creates a meeting that begins now; returns its address. Rejects with a WebexRefusal if the tokens have ended. */
  createMeeting(tokens: WebexTokens, now: number): Promise<string>
}

/** Services for video calls; undefined for one that is not set up. */
export interface VideoCalls {
  readonly bigBlueButton: BigBlueButton | undefined
  readonly nextcloudTalk: NextcloudTalk | undefined
  readonly constructorGroups: ConstructorGroups | undefined
  readonly webex: Webex | undefined
}
