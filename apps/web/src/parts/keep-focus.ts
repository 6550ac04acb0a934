/**
 * Leaves the focus in the box when a button beside it is pressed; for `onMouseDown`. A press would take the selection from
 * the box on some systems. On a phone it would close the keyboard, and the button would move away from under the finger.
 */
export function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault()
}
