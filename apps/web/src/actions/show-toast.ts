import { withToast, type Toast } from '#state/toasts.ts'
import type { App } from '#state/use-app.ts'

/** Tells what happened, in a line at the foot of the page. */
export function showToast({ store }: Pick<App, 'store'>, toast: Toast): void {
  store.set({ toasts: withToast(store.get().toasts, toast) })
}

/** Tells that something failed, with the sentence of the server if there is one. */
export function showFailure(app: Pick<App, 'store'>, name: string, text: string): void {
  showToast(app, { name, kind: 'alert', text })
}
