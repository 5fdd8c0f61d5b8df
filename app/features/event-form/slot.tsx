// Choosing and uploading a picture, for other features that have one.
export { fileProblem } from './picture-file.ts'
export { uploadPicture } from './upload-picture.ts'
