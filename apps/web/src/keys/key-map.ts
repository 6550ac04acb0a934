/** All that keys can do from anywhere in the page. Parts have further keys of their own. */
export const commands = [
  'palette',
  'search',
  'find',
  'goToDay',
  'filterPlaces',
  'people',
  'help',
  'menu',
  'inbox',
  'catchUp',
  'recent',
  'feed',
  'starred',
  'later',
  'directFeed',
  'topics',
  'nextUnread',
  'nextUnreadTopic',
  'nextUnreadDirect',
  'nextFollowed',
  'previousChannel',
  'nextChannel',
  'previousRow',
  'nextRow',
  'previousUnreadRow',
  'nextUnreadRow',
  'nextColumn',
  'previousColumn',
  'beside',
  'newTopic',
  'newDirect',
  'reply',
  'leave',
  'narrowOrWiden',
  'editLast',
  'call',
  'record',
  'gif',
  'drafts',
  'lightScheme',
  'darkScheme',
  'automaticScheme',
  'singleKeys',
  'density',
  'doNotDisturb',
  'status',
  'signOut',
] as const
export type Command = (typeof commands)[number]

/** A key with its modifiers, as shown: `Shift+I`, `Ctrl+K`, `Alt+ArrowUp`. `Ctrl` is the command key on macOS. */
export type Keys = string

/** The keys of each command, the one to show first. */
export const keyMap: Readonly<Record<Command, readonly Keys[]>> = {
  palette: ['Ctrl+K'],
  search: ['/'],
  find: ['Ctrl+F', 'Shift+F'],
  goToDay: [],
  filterPlaces: ['Q'],
  people: ['W'],
  help: ['?'],
  menu: ['G'],
  inbox: ['Shift+I'],
  catchUp: ['Shift+Q'],
  recent: ['T'],
  feed: ['A'],
  starred: ['*'],
  later: [],
  directFeed: ['Shift+P'],
  topics: ['Y'],
  nextUnread: [],
  nextUnreadTopic: ['N'],
  nextUnreadDirect: ['P'],
  nextFollowed: ['Shift+N'],
  previousChannel: ['Shift+A'],
  nextChannel: ['Shift+D'],
  previousRow: ['Alt+ArrowUp'],
  nextRow: ['Alt+ArrowDown'],
  previousUnreadRow: ['Alt+Shift+ArrowUp'],
  nextUnreadRow: ['Alt+Shift+ArrowDown'],
  nextColumn: ['F6', 'L'],
  previousColumn: ['Shift+F6', 'H'],
  beside: ['B'],
  newTopic: ['C'],
  newDirect: ['X'],
  reply: ['R'],
  leave: ['Escape', 'Ctrl+['],
  narrowOrWiden: ['S'],
  // ← where a message has the focus, and ↑ in the empty box.
  editLast: [],
  call: [],
  // Alt+R in a box.
  record: [],
  gif: [],
  drafts: ['D'],
  lightScheme: [],
  darkScheme: [],
  automaticScheme: [],
  singleKeys: [],
  density: [],
  doNotDisturb: [],
  status: ['Shift+Y'],
  signOut: [],
}

/** The parts of a keyboard event that decide on a command. */
export type Pressed = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'
>

interface Situation {
  /** Whether the focus is in a field that takes text. */
  readonly isInText: boolean
  readonly isMac: boolean
  /** Whether keys without a modifier act at all: people can switch them off. */
  readonly hasSingleKeys: boolean
}

const byKeys = new Map(
  commands.flatMap((command) => keyMap[command].map((keys): [Keys, Command] => [keys, command])),
)

/** Returns the command of a key press, or undefined. */
export function commandOf(
  pressed: Pressed,
  { isInText, isMac, hasSingleKeys }: Situation,
): Command | undefined {
  if (pressed.isComposing) return undefined
  const keys = keysOf(pressed, isMac)
  const command = byKeys.get(keys)
  if (command === undefined) return undefined
  if (isSingle(keys) && (isInText || !hasSingleKeys)) return undefined
  return command
}

/** Whether keys are one letter, digit or sign, with Shift at most. People can switch these off. */
export const isSingle = (keys: Keys): boolean => /^(?:Shift\+)?\S$/u.test(keys)

/** Returns the key of a press. Layouts without Latin letters go by its place. */
export function keyOf({ key, code }: Pick<Pressed, 'key' | 'code'>): string {
  const isLatinOrSign = /^[\x20-\x7e]$/.test(key) || key.length > 1
  return isLatinOrSign ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key)
}

/** Writes a key press as `keyMap` has it. */
export function keysOf(pressed: Pressed, isMac: boolean): Keys {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed
  const letter = keyOf(pressed)
  const isLetter = /^[a-z]$/i.test(letter)
  const parts: string[] = []
  if (isMac ? metaKey : ctrlKey) parts.push('Ctrl')
  if (altKey) parts.push('Alt')
  // Signs such as `?` and `*` are typed with Shift on some layouts only.
  if (shiftKey && (isLetter || key.length > 1)) parts.push('Shift')
  return [...parts, isLetter ? letter.toUpperCase() : letter].join('+')
}

/** Returns keys as a reader's keyboard names them. */
export function shownKeys(keys: Keys, isMac: boolean): string {
  const names: Readonly<Record<string, string>> = {
    ArrowUp: '↑',
    ArrowDown: '↓',
    ArrowLeft: '←',
    ArrowRight: '→',
    Escape: 'Esc',
    ...(isMac ? { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' } : {}),
  }
  return keys
    .split(/\+(?!$)/)
    .map((part) => names[part] ?? part)
    .join(isMac ? '' : '+')
}
