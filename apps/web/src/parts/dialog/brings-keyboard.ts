const written =
  'textarea, input:not([type="radio"], [type="checkbox"], [type="range"], [type="file"], [type="color"])'

/** Whether the focus in a field brings the keyboard of the screen, which covers half of it. */
export const bringsKeyboard = (field: Element): boolean =>
  matchMedia('(pointer: coarse)').matches && field.matches(written)
