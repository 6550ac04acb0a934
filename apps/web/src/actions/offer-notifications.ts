import type { App } from '#state/use-app.ts'
import { askForNotifications } from '#wire/screen-notifications.ts'
import { t } from '#words/words.ts'
import { showToast } from './show-toast.ts'

const name = 'notifications offered'

/**
 * Offers notifications on the screen, once on this device: when a message came that would have used them. The browser is
 * asked only when the person accepts, because it asks no second time.
 */
export function offerNotifications(app: App): void {
  const { device } = app.store.get()
  if (device.done.includes(name)) return
  app.store.set({ device: { ...device, done: [...device.done, name] } })
  const offer = () =>
    showToast(app, {
      name,
      kind: 'status',
      text: t('shell.offer-notifications'),
      action: { label: t('shell.allow-notifications'), run: () => void askForNotifications() },
    })
  // The line goes after a moment: it waits for somebody who can see it.
  if (document.hasFocus()) offer()
  else addEventListener('focus', offer, { once: true })
}
