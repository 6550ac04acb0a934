declare module 'zulip-js' {
  const zulip: (config: {
    username: string
    password?: string
    apiKey?: string
    realm: string
  }) => Promise<unknown>
  export default zulip
}
