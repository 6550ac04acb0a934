declare module 'samlp' {
  const samlp: {
    getSamlResponse(
      config: Readonly<Record<string, unknown>>,
      user: unknown,
      callback: (error: Error | null, response?: string) => void,
    ): void
  }
  export default samlp
}
