/** The feature level of the Zulip API that this server speaks. Clients read it from GET /server_settings. */
export const featureLevel = 507

/** The version text that goes with the feature level. Clients parse its leading numbers. */
export const serverVersion = '13.0-dev'
