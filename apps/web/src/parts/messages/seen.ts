/** The time that a message's end has to be on the screen, in milliseconds. */
export const seenMilliseconds = 400
/** The time after the last input for which somebody counts as being there, in milliseconds. */
export const presentMilliseconds = 60_000
/** The part of the column, from its top, that counts as seen. */
const seenPart = 0.95

/** When scrolling marks messages as read: the values of `web_mark_read_on_scroll_policy`. */
export const readPolicies = { everywhere: 1, conversations: 2, never: 3 } as const

/** Facts that decide whether anything in a list may be marked as read now. */
export interface Reading {
  readonly isVisible: boolean
  readonly isFocused: boolean
  /** Milliseconds since 1970. */
  readonly lastInput: number
  readonly now: number
  readonly policy: number
  /** A single conversation, a feed of several, or what never marks anything: a search or a preview. */
  readonly view: 'conversation' | 'feed' | 'search'
  /** Whether the reader marked something here as unread, and has not left since. */
  readonly isHeld: boolean
}

/** Whether messages that are on the screen count as being read. */
export function mayMark({ isVisible, isFocused, lastInput, now, policy, view, isHeld }: Reading): boolean {
  if (!isVisible || !isFocused || isHeld || now - lastInput > presentMilliseconds) return false
  if (view === 'search' || policy === readPolicies.never) return false
  return view === 'conversation' || policy === readPolicies.everywhere
}

/** A message's end, in pixels from the upper edge of the column. */
export interface End {
  readonly id: number
  readonly bottom: number
}

/**
 * Returns the messages whose end is in the part of the column that counts. At the end of the list that is the whole column:
 * the last message comes no higher.
 */
export function endsInSight(
  ends: readonly End[],
  { height, isAtEnd }: { readonly height: number; readonly isAtEnd: boolean },
): number[] {
  const limit = isAtEnd ? height : height * seenPart
  return ends.filter(({ bottom }) => bottom > 0 && bottom <= limit).map(({ id }) => id)
}

/**
 * Keeps since when each message's end has been on the screen. Tell it what is in sight whenever that may have changed,
 * and at least when the time is over; it answers what was seen for long enough.
 */
export class Watch {
  #since = new Map<number, number>()

  /** Returns the messages that count as read now. `now` is in milliseconds. */
  look(inSight: readonly number[], now: number): number[] {
    const since = new Map<number, number>()
    for (const id of inSight) since.set(id, this.#since.get(id) ?? now)
    this.#since = since
    return inSight.filter((id) => now - since.get(id)! >= seenMilliseconds)
  }

  /** Forgets what was in sight: the window lost the focus, or nobody is there. */
  forget(): void {
    this.#since.clear()
  }
}

/** Keeps what a link jumped over: the messages before the one that it names, until the reader scrolls up to them. */
export class Jump {
  readonly #named: number | undefined
  #top: number | undefined
  #hasGoneUp = false

  constructor(named: number | undefined) {
    this.#named = named
  }

  /** Takes in the topmost message that is wholly on the screen. */
  look(top: number | undefined): void {
    this.#top ??= top
    if (top !== undefined && this.#top !== undefined && top < this.#top) this.#hasGoneUp = true
  }

  /** Whether the jump left out a message. It is not read by being on the screen. */
  isOver(id: number): boolean {
    return this.#named !== undefined && id < this.#named && !this.#hasGoneUp
  }
}
