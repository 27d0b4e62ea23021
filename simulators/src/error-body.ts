export interface ErrorBody {
  message: string;
  type: string;
  code: string | null;
  param?: string | null;
}
