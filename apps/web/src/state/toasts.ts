/** A line that tells what happened, for a moment. */
export interface Toast {
  /** Toasts with one name replace each other. */
  readonly name: string
  /** `alert`: something failed. It is spoken at once. */
  readonly kind: 'status' | 'alert'
  readonly text: string
  /** Seconds that it stays, if others than usual. */
  readonly seconds?: number
  /** Takes back what happened. */
  readonly undo?: () => void
  /** Another thing to do about it. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** Oldest first. */
export type Toasts = readonly Toast[]

/** The most lines at a time. */
const most = 3

/** Adds a line. It takes the place of one with the same name, and of the oldest if there are too many. */
export function withToast(toasts: Toasts, toast: Toast): Toasts {
  return [...toasts.filter(({ name }) => name !== toast.name), toast].slice(-most)
}

/** Removes a line, unless another one has taken its place. */
export function withoutToast(toasts: Toasts, toast: Toast): Toasts {
  return toasts.includes(toast) ? toasts.filter((other) => other !== toast) : toasts
}

/** Removes the line with a name, if there is one. */
export function withoutNamed(toasts: Toasts, name: string): Toasts {
  const left = toasts.filter((toast) => toast.name !== name)
  return left.length < toasts.length ? left : toasts
}

/** Returns the last line with something to take back. */
export const lastUndo = (toasts: Toasts): Toast | undefined => toasts.findLast(({ undo }) => undo)
