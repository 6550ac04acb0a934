declare module 'samlp' {
  const samlp: {
    getSamlResponse(
      config: Readonly<Record<string, unknown>>,
      user: unknown,
      callback: (error: Error | null, response?: string) => void,
    ): void
    logout(
      config: Readonly<Record<string, unknown>>,
    ): (request: unknown, response: unknown, next: (error: Error) => void) => void
  }
  export default samlp
}
