// Choosing and uploading a picture, for whoever else has one.
export { fileProblem } from './picture-file.ts'
export { uploadPicture } from './upload-picture.ts'
