USE [Shop]
GO
CREATE TABLE [dbo].[Orders](
	[Id] [int] IDENTITY(1,1) NOT NULL,
	[Total] [decimal](10, 2) NULL,
 CONSTRAINT [PK_Orders] PRIMARY KEY CLUSTERED ([Id] ASC)
) ON [PRIMARY]
GO
-- Adds an order.
CREATE OR ALTER PROCEDURE [dbo].[AddOrder]
	@Total decimal(10, 2),
	@Id int OUTPUT
AS
BEGIN
	SET NOCOUNT ON;
	CREATE TABLE #work (Id int);
	INSERT INTO dbo.Orders (Total) VALUES (@Total);
	IF @Id IS NULL
	BEGIN
		EXEC dbo.Complain @Text = 'none; at all';
	END
	SELECT @Id = CASE WHEN @Total > 0 THEN 1 ELSE 0 END;
END
GO
CREATE VIEW dbo.Latest AS SELECT TOP 10 * FROM dbo.Orders
GO
