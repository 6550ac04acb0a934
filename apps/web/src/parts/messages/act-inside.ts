import type { ById } from '@tagma/sync/messages/by-id.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { copyText } from '#actions/copy-text.ts'
import { t } from '#words/words.ts'
import { insideAddress } from './inside-address.ts'
import type { MessageActs } from './message-acts.ts'

/**
 * Does what somebody pressed inside a message's HTML: its nodes have no listeners of their own. A key counts where it presses
 * a button: Enter and Space on what is no button of the browser.
 */
export function actInside(event: MouseEvent | KeyboardEvent, byId: ById<Message>, acts: MessageActs): void {
  if (!(event.target instanceof Element) || event.defaultPrevented) return
  const pressed = event.target.closest<HTMLElement>('.message-html [data-act], .message-html a[href]')
  const id = Number(pressed?.closest<HTMLElement>('[data-id]')?.dataset['id'])
  const message = byId.get(id)
  if (!pressed || !message) return
  if (event instanceof KeyboardEvent) {
    const isNative = pressed.matches('a, button')
    if (isNative || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
  }
  act(event, pressed, message, acts)
}

function act(event: Event, pressed: HTMLElement, message: Message, acts: MessageActs): void {
  const { userId, userGroupId } = pressed.dataset
  switch (pressed.dataset['act']) {
    case 'person':
      return acts.openPerson(Number(userId), pressed)
    case 'group':
      return acts.openGroup(Number(userGroupId), pressed)
    case 'spoiler':
      return toggleSpoiler(pressed)
    case 'code-copy':
      return copyCode(pressed)
    case 'code-wrap':
      pressed.closest('.codehilite')?.classList.toggle('code-wrapped')
      return
    case 'media':
      // With a key of the browser for new windows, the link is a link.
      if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return
      event.preventDefault()
      return acts.openMedia(message, pressed as HTMLAnchorElement)
    default:
      openLink(event, pressed, acts)
  }
}

function openLink(event: Event, pressed: HTMLElement, acts: MessageActs): void {
  if (!(pressed instanceof HTMLAnchorElement) || !(event instanceof MouseEvent)) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const address = insideAddress(pressed.href, location.href)
  if (address === undefined) return
  event.preventDefault()
  acts.openAddress(address)
}

/** Shows what a spoiler hides, or hides it again. `button` is its own. */
export function toggleSpoiler(button: HTMLElement): void {
  const hidden = button.closest('.spoiler-block')?.querySelector<HTMLElement>(':scope > .spoiler-content')
  if (!hidden) return
  hidden.hidden = !hidden.hidden
  button.setAttribute('aria-expanded', String(!hidden.hidden))
}

/** Copies a block of code. `button` is its own, and says whether it was done. */
export function copyCode(button: HTMLElement): void {
  const code = button.closest('.codehilite')?.querySelector('code')
  if (!code) return
  void copyText(code.textContent.replace(/\n$/, '')).then((isCopied) => {
    button.textContent = t(isCopied ? 'message.copied' : 'message.not-copied')
    setTimeout(() => (button.textContent = t('message.copy-code')), 1500)
  })
}
