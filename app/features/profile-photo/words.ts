export const yourPhoto = 'Your photo'
export const openingPicture = 'Opening your picture'
export const movePicture = 'Move the picture'
export const savePhoto = 'Save Photo'

export const partOfPicture = 'Part of the picture'
export const howToMove = 'Drag the picture, or use the arrow keys; plus and minus zoom.'
