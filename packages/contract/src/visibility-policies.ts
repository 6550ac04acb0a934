/** The treatment of a topic for a user. `inherit` follows the channel. */
export const visibilityPolicies = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const
