/** The content of the list of conversations. */
export type Place =
  | { readonly kind: 'inbox' }
  | { readonly kind: 'recent' }
  | { readonly kind: 'direct' }
  | { readonly kind: 'channel'; readonly channelId: number }
