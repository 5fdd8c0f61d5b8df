/** The client, loaded on first use: zod and the contract are not part of the first view. */
export const loadApi = async () => (await import('./api.ts')).api
