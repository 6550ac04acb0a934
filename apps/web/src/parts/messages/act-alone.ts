import { copyCode, toggleSpoiler } from './act-inside.ts'

/**
 * Does what somebody pressed inside HTML that stands outside of a list of messages, such as in a report: what needs no
 * message. Links lead where they lead by themselves.
 */
export function actAlone({ target }: MouseEvent): void {
  const pressed = target instanceof Element ? target.closest<HTMLElement>('.message-html [data-act]') : null
  switch (pressed?.dataset['act']) {
    case 'spoiler':
      toggleSpoiler(pressed)
      break
    case 'code-copy':
      copyCode(pressed)
      break
    case 'code-wrap':
      pressed.closest('.codehilite')?.classList.toggle('code-wrapped')
      break
    default:
  }
}
