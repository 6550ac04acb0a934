/** Settings of a subscription until the server tells them. The server chooses the colour. */
export const usualSubscription = {
  color: '',
  is_muted: false,
  in_home_view: true,
  pin_to_top: false,
  desktop_notifications: null,
  email_notifications: null,
  push_notifications: null,
  audible_notifications: null,
  wildcard_mentions_notify: null,
} as const
