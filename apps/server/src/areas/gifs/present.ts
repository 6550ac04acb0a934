/** The choices of `gif_rating_policy` by the names of ratings. Their numbers are those that clients know. */
export const gifRatingPolicies = {
  disabled: { name: 'No GIFs', id: 0 },
  y: { name: 'Only GIFs rated Y (for very young people)', id: 1 },
  g: { name: 'GIFs rated G (for everybody)', id: 2 },
  pg: { name: 'GIFs rated PG (with parental guidance)', id: 3 },
  'pg-13': { name: 'GIFs rated PG-13 (not for children under 13)', id: 4 },
  r: { name: 'GIFs rated R (for adults)', id: 5 },
} as const
