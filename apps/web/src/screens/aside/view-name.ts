import { type MessageView, termsOf } from '@tagma/contract/address.ts'

/** Returns a text that is the same for the same conversation or channel, wherever in it one is. */
export const viewName = (view: MessageView): string =>
  JSON.stringify(termsOf(view).filter(({ operator }) => operator !== 'with' && operator !== 'near'))
