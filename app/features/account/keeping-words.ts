export const willBeDeleted = 'Your account will be deleted'
export const finalOn = (day: string) =>
  `It’s final on ${day}. Until then you can keep it. Nobody else can see your page or your name.`
export const keepMyAccount = 'Keep my account'
