/** Returns the id of an option, for `aria-activedescendant`. */
export const optionId = (listId: string, at: number) => `${listId}-${at}`
