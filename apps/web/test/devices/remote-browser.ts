/** A browser with one window that WebDriver moves: the little that a story needs of it. */
export interface RemoteBrowser {
  readonly name: 'Firefox' | 'WebKit'
  open(url: string): Promise<void>
  reload(): Promise<void>
  /** Makes the page this large, or as small as the browser's window gets. */
  resize(width: number, height: number): Promise<void>
  /** Runs the source of a function in the page with arguments that JSON can hold; returns what it, or its promise, gives. */
  run(source: string, ...args: unknown[]): Promise<unknown>
  /** Performs WebDriver's input actions. */
  perform(actions: readonly InputSource[]): Promise<void>
  /** Errors that the page logged, where the browser tells them. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** Input of one kind, as the W3C's "Perform Actions" takes it. */
export type InputSource =
  | { readonly type: 'key'; readonly id: string; readonly actions: readonly KeyAction[] }
  | {
      readonly type: 'pointer'
      readonly id: string
      readonly parameters: { readonly pointerType: 'mouse' | 'touch' }
      readonly actions: readonly PointerAction[]
    }

type KeyAction = { readonly type: 'keyDown' | 'keyUp'; readonly value: string }
type PointerAction =
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: number }
