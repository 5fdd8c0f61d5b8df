import { useNavigation } from 'react-router'

/** Whether the person is on their way to another page, however slow the line: what would lead them elsewhere waits. */
export const useIsLeaving = () => useNavigation().state !== 'idle'
