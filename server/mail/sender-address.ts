/** 'Name <name@example.org>' or the bare address. */
export const addressOf = (sender: string) => /<([^<>]+)>/.exec(sender)?.[1] ?? sender.trim()
