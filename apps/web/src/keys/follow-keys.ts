import type { Known } from '#state/known.ts'
import type { Store } from '#state/store.ts'
import type { CommandStack } from './command-stack.ts'
import { commandOf } from './key-map.ts'

export const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** Carries out the commands of keys that nothing nearer has used. */
export function followKeys(commands: Pick<CommandStack, 'run'>, store: Store<Known>): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return
    const command = commandOf(event, {
      isInText: isText(event.target),
      isMac: isMac(),
      hasSingleKeys: store.get().device.hasSingleKeys,
    })
    if (command !== undefined && commands.run(command)) event.preventDefault()
  })
}

/** Whether keys that are pressed there write text. */
export const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type)))
